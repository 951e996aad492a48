"""The paper's tables: for each of the nine strategies seconds, nodes, least nodes and % solved."""

from typing import NamedTuple


class Table(NamedTuple):
    """One of the paper's tables."""

    problems: str
    budget: str
    rows: tuple[tuple[float, ...], ...]


def _table(problems: str, budget: str, figures: str) -> Table:
    rows = (tuple(map(float, line.split())) for line in figures.strip().splitlines())
    return Table(problems, budget, tuple(rows))


TABLES = {
    "table1": _table(
        "easy",
        "1 s",
        """
          0.63    4404    4017 99.12
          0.54    2123    1857 99.12
          0.45    4268    3844 99.12
          0.65    2484    2299 99.12
          0.70    2494    2279 99.12
          0.48    2036    1848 99.12
          0.80    2430    2257 99.12
          0.79    2582    2404 99.12
         26.40  890256  761161 78.07
        """,
    ),
    "table2": _table(
        "middle",
        "1 s",
        """
         11.39   50968   41751 88.19
          9.68   36619   29909 89.58
          7.44   49304   41479 89.58
         10.25   38476   32132 88.89
          8.52   45365   37788 89.58
          7.84   32102   26588 89.58
          9.19   46859   38785 88.89
         10.40   46540   38244 88.19
        102.09 4533217 4275396 30.56
        """,
    ),
    "table3": _table(
        "hard",
        "1 s",
        """
         11.86   52173   42140 80.00
          8.73   32837   27412 84.00
          6.38   37953   32335 84.00
          9.11   33860   28402 84.00
          6.79   34706   29401 84.00
          7.38   30783   24931 84.00
          7.39   34140   30159 84.00
          8.28   37723   33325 84.00
         53.28 2259720 2140103 29.33
        """,
    ),
    "table4": _table(
        "middle",
        "0.1 s",
        """
          4.40   22782   20634 75.00
          3.63   13297   11745 83.33
          2.92   25107   22355 85.42
          3.75   12834   11834 84.03
          3.41   16183   14681 85.42
          3.02   13234   11770 84.03
          3.40   15988   14467 86.81
          3.58   14190   12973 85.42
         11.20  488576  465145 25.00
        """,
    ),
    "table5": _table(
        "hard",
        "0.1 s",
        """
          3.00   13005   11474 65.33
          2.78   10776   10050 69.33
          2.04   18817   17207 78.67
          2.78   11681   10862 69.33
          2.39   14023   12909 77.33
          2.39    9626    8858 73.33
          2.55   13280   12328 74.67
          2.99   13439   12730 69.33
          5.87  313009  292004 24.00
        """,
    ),
}

ENHANCED = {"table1": (0.3, 99.12), "table2": (7.48, 88.89), "table3": (5.1, 84.0)}
ENHANCED |= {"table4": (2.41, 86.81), "table5": (1.74, 80.0)}
"""Table 6: time and solved of strategy 3 with the enhanced table, beside the table that has it plain."""
