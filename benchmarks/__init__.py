"""Every speed claim is measured here, as a ratio within one run: `make bench`."""
