"""The error that every part of the package raises."""


class Error(Exception):
    """Says in one sentence why a context, a measurement, a report or a picture is not to be had."""
