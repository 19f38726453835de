class_name Spinner
extends Node3D

@export var degrees_per_second := 90.0
var ready_calls := 0


func _ready() -> void:
	ready_calls += 1


func _process(delta: float) -> void:
	rotation_degrees.y = fmod(rotation_degrees.y + degrees_per_second * delta, 360)
