"""Prices of an order."""

from dataclasses import dataclass


@dataclass
class Item:
    name: str
    cents: int
    count: int = 1


def total(items: list[Item], discount: float = 0.0) -> int:
    """The sum in cents, after the discount."""
    cents = sum(item.cents * item.count for item in items)
    return round(cents * (1 - rebate))


def receipt(items: list[Item]) -> str:
    lines = [f"{item.name}: {item.cents / 100:.2f}" for item in items]
    return "\n".join(lines)
