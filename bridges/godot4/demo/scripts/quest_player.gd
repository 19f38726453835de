class_name Player
extends CharacterBody2D

# Pixels per second.
@export var speed := 150.0
# A player that signs at the goal does not walk.
var is_held := false

var _start := Vector2.ZERO


func _ready() -> void:
	_start = position


func _physics_process(_delta: float) -> void:
	if is_held:
		return
	var way := Input.get_vector("move_left", "move_right", "move_up", "move_down")
	if way != Vector2.ZERO:
		velocity = way * speed
		move_and_slide()
		$Nose.rotation = way.angle()


func restart() -> void:
	position = _start
