"""The two ways a command ends early: bad input, and being told to stop."""


class InputError(Exception):
    """Bad input, said in one sentence: what was wrong, where, and what is accepted."""


class Stopped(Exception):
    """A kernel was told to stop before it had finished."""
