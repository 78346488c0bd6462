"""Small CSV files that tests of tables, of the lab and of the report share."""


def csv_of(header, rows):
    """Bytes of a file with these lines."""
    return "\n".join([header, *rows]).encode()


# Eight rows of which one lacks a value; a column that names rows, one that is constant, and classes.
TREES = csv_of(
    "row,height,width,planet,kind",
    [
        "1,1.0,2.0,3,oak",
        "2,1.2,2.1,3,oak",
        "3,0.9,,3,oak",
        "4,1.1,2.2,3,oak",
        "5,5.0,7.0,3,elm",
        "6,5.2,7.3,3,elm",
        "7,4.9,7.1,3,elm",
        "8,5.1,6.9,3,elm",
    ],
)
