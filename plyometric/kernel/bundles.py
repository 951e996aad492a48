"""Bundles: rules under one name, which kernels take as an ordinary argument.

A bundle has a Numba type of its own, named by a digest of the sources behind it. So `game.moves` inside
a kernel is resolved at compile time, a kernel is compiled once for each bundle, later processes find the
machine code on disk, and no edit can ever run stale code. A `Game` is a bundle; so is each method of
search, and each observer of games.
"""

import itertools
from typing import Any

from numba import typeof, types
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)

from plyometric.kernel.compiling import digest_of, plain, rule
from plyometric.kernel.frozen import Untold, tells

PASSING = "passing-"
"""What the digest of a bundle begins with that no file backs: its machine code ends with the process."""

_loaded: dict[tuple[str, str, str], "Bundle"] = {}
_passing = itertools.count()


class Bundle:
    """Rules and constants that kernels look up in it by name, when they are compiled."""

    name: str
    digest: str

    def seal(self, rules: list[Any], constants: Any) -> None:
        """Give the bundle its digest and make it known to kernels; it must not change afterwards."""
        functions = [plain(function) for function in rules if function is not None]
        digest = digest_of(functions, constants) or f"{PASSING}{next(_passing)}"
        object.__setattr__(self, "digest", digest)
        _loaded[type(self).__name__, self.name, digest] = self


@tells(Bundle)
def _bundle_in_a_rule(bundle: Bundle, seen: Any) -> Any:
    if bundle.digest.startswith(PASSING):
        raise Untold(f"{bundle.name}, which ends with the process")
    return type(bundle).__name__, bundle.name, bundle.digest


@rule
def left_out(state):
    """Stands in kernels for an optional rule that a bundle does not give."""
    return state


class BundleType(types.Type):
    """The Numba type of one bundle; its name makes kernels and their cache specific to it."""

    def __init__(self, family: str, name: str, digest: str) -> None:
        self.identity = (family, name, digest)
        super().__init__(name=f"{family}({name}, {digest})")

    def __reduce__(self) -> tuple:
        return BundleType, self.identity

    @property
    def bundle(self) -> Bundle:
        """The bundle itself, which its process has loaded."""
        return _loaded[self.identity]

    @property
    def is_passing(self) -> bool:
        """True for a bundle that no file backs."""
        return self.identity[2].startswith(PASSING)


@typeof_impl.register(Bundle)
def _type_of_bundle(bundle: Bundle, context: Any) -> BundleType:
    return BundleType(type(bundle).__name__, bundle.name, bundle.digest)


register_model(BundleType)(models.OpaqueModel)


@unbox(BundleType)
def _unbox_bundle(kind: BundleType, bundle: Any, context: Any) -> NativeValue:
    return NativeValue(context.context.get_dummy_value())


def _verb(bundle: Bundle, verb: str) -> Any:
    """Return what a bundle has under a name; a rule that it leaves out is compiled, but never asked."""
    found = getattr(bundle, verb)
    return left_out if found is None else found


@infer_getattr
class _Verbs(AttributeTemplate):
    key = BundleType

    def generic_resolve(self, kind: BundleType, verb: str) -> types.Type:
        return typeof(_verb(kind.bundle, verb))


@lower_getattr_generic(BundleType)
def _lower_verb(context: Any, builder: Any, kind: BundleType, value: Any, verb: str) -> Any:
    constant = _verb(kind.bundle, verb)
    constant_type = typeof(constant)
    if isinstance(constant_type, types.Callable | BundleType):
        return context.get_dummy_value()
    return context.get_constant_generic(builder, constant_type, constant)
