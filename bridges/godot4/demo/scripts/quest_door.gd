class_name Door
extends StaticBody2D

# Opens for a player nearby who has all coins.

# Pixels from its middle to the player's.
const REACH := 40.0

var open := false:
	set = set_open

@onready var _quest: Node = get_parent()


func _unhandled_input(event: InputEvent) -> void:
	if event.is_action_pressed("use") and not open and _is_near():
		get_viewport().set_input_as_handled()
		use()


func use() -> void:
	if _quest.missing() > 0:
		_quest.message = "The door is locked: %d of %d coins are missing." % [_quest.missing(), _quest.COINS]
		return
	open = true
	_quest.message = "The door is open."


func set_open(value: bool) -> void:
	open = value
	# Shapes cannot change while physics reports contacts.
	$Shape.set_deferred("disabled", open)
	$Panel.visible = not open


func _is_near() -> bool:
	return global_position.distance_to(_quest.get_node("Player").global_position) <= REACH
