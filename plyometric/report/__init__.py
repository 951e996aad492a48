"""Reports: tables in the terminal, figures with their data, one self-contained page per run."""
