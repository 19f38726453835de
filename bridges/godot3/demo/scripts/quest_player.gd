extends KinematicBody2D
class_name Player

# Pixels per second.
export var speed := 150.0
# A player that signs at the goal does not walk.
var is_held := false

var _start := Vector2.ZERO


func _ready() -> void:
	_start = position


func _physics_process(_delta: float) -> void:
	if is_held:
		return
	var way := Vector2(
		Input.get_action_strength("move_right") - Input.get_action_strength("move_left"),
		Input.get_action_strength("move_down") - Input.get_action_strength("move_up")
	)
	if way != Vector2.ZERO:
		move_and_slide(way.clamped(1) * speed)
		$Nose.rotation = way.angle()


func restart() -> void:
	position = _start
