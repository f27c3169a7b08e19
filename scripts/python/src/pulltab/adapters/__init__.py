"""Adapters for engines. Each module needs its engine; this one needs none."""
