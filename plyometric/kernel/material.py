"""Rules as material of kernels, of which no machine code is made by itself.

Before one function may call another, Numba optimises the other with all that it calls and makes machine
code of it. A rule runs only as a part of kernels, and these are optimised as a whole; so for a rule both
steps are left out, which had taken more than a third of the time of compiling. This leans on parts of Numba
that may change without a word: `tests/kernel/test_material.py` holds what is relied on.
"""

from collections.abc import Callable
from typing import Any

from numba.core import config
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class Material(JITCodeLibrary):
    """The code of a rule, and of all rules that it calls, to be set into kernels."""

    def _optimize_final_module(self) -> None:
        """Leave that to the kernels."""

    def _finalize_final_module(self) -> None:
        """Close the material, and make no machine code of it."""
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class MaterialCompiler(Compiler):
    """Numba's compiler for rules: it stops at material."""

    def compile_extra(self, func: Callable) -> Any:
        """Compile a function, and let others find its material by a token in the place of machine code."""
        self.state.flags.no_compile = True
        self.state.library = Material(self.state.targetctx.codegen(), func.__qualname__)
        compiled = super().compile_extra(func)
        token = object()
        self.state.targetctx.insert_user_function(token, compiled.fndesc, [compiled.library])
        return compiled._replace(entry_point=token)


class Pairing(JITCodeLibrary):
    """The code of a kernel in which neighbouring numbers are worked on at once."""

    def _optimize_final_module(self) -> None:
        """Let LLVM look for them: Numba reads that setting now, and lets one thread compile at a time."""
        before, config.SLP_VECTORIZE = config.SLP_VECTORIZE, 1
        try:
            super()._optimize_final_module()
        finally:
            config.SLP_VECTORIZE = before


class PairingCompiler(Compiler):
    """Numba's compiler for kernels that work on neighbouring numbers at once."""

    def compile_extra(self, func: Callable) -> Any:
        """Compile a function into code that can be kept on disk."""
        self.state.library = Pairing(self.state.targetctx.codegen(), func.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(func)
