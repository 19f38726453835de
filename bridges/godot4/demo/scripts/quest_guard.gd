class_name Guard
extends Area2D

# Walks up and down between two heights.

@export var top := 60.0
@export var bottom := 300.0
# Pixels per second.
@export var speed := 80.0
# 1 is down, -1 is up.
var direction := 1


func _physics_process(delta: float) -> void:
	position.y += direction * speed * delta
	if position.y >= bottom or position.y <= top:
		position.y = clampf(position.y, top, bottom)
		direction = -direction
