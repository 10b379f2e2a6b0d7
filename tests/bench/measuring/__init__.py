"""How the rows of tests/bench/README.md are measured: programs (start and pin them), window (what is counted), rows."""
