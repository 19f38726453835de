extends Node

# Outlives scenes.

var points := 0


func add(amount: int) -> int:
	points += amount
	return points
