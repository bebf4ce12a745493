"""Collecting: the register's pages, politely, provably complete, into raw pages and raw records."""
