class_name Quest
extends Node2D

# A game for one player: take three coins, pass the guard, open the door, and sign at the goal. It counts physics ticks and has no
# randomness, so that the same input has the same end.

signal won_game(name: String)

const COINS := 3
const MAX_LOG := 200

var coins := 0
var caught := 0
var won := false
var player_name := ""
var message := "Find three coins, then open the door.":
	set = set_message

var _ticks := 0
var _log := PackedStringArray()

@onready var _player: CharacterBody2D = $Player
@onready var _panel: Panel = $UI/Panel


func _ready() -> void:
	for coin in $Coins.get_children():
		coin.taken.connect(_coin_on_taken.bind(coin))
	$Guard.body_entered.connect(_guard_on_body_entered)
	$Goal.body_entered.connect(_goal_on_body_entered)
	$UI/Panel/Finish.pressed.connect(_finish_on_pressed)
	$UI/Panel/NameField.text_submitted.connect(_name_on_submitted)
	_offer()
	_show()


func _exit_tree() -> void:
	var bridge := _bridge()
	if bridge == null:
		return
	for tool_name in ["give_hint", "teleport"]:
		bridge.unregister_tool(tool_name)
	bridge.unregister_resource("quest_log")
	bridge.unregister_event("coin_taken")


func _physics_process(_delta: float) -> void:
	_ticks += 1


func missing() -> int:
	return COINS - coins


func set_message(text: String) -> void:
	message = text
	_log.append("tick %d: %s" % [_ticks, text])
	if _log.size() > MAX_LOG:
		_log.remove_at(0)
	_show()


func give_hint(args: Dictionary) -> String:
	if args.get("about") == "coins":
		return "%d of %d coins are missing. They lie at %s." % [missing(), COINS, _places()]
	if $Door.open:
		return "The door is open. The goal is behind it, at (592, 180)."
	return "The door is at (548, 180). With all %d coins, stand within %d pixels of it and press E." % [COINS, $Door.REACH]


func teleport(args: Dictionary) -> String:
	_player.position = Vector2(clampf(args.x, 36, 604), clampf(args.y, 36, 324))
	return "The player is at (%d, %d)." % [_player.position.x, _player.position.y]


func quest_log() -> String:
	return "\n".join(_log)


# The bridge is an autoload. The game is complete without it.
func _bridge() -> Node:
	var bridge := get_node_or_null("/root/Worldwire")
	return bridge if bridge != null and bridge.has_method("register_tool") else null


func _offer() -> void:
	var bridge := _bridge()
	if bridge == null:
		return
	var about := {"type": "string", "enum": ["door", "coins"]}
	var hint := {"type": "object", "properties": {"about": about}, "required": ["about"], "additionalProperties": false}
	bridge.register_tool("give_hint", "Says what is missing, and where it is.", hint, "read", give_hint)
	var number := {"type": "number"}
	var place := {"type": "object", "properties": {"x": number, "y": number}, "required": ["x", "y"], "additionalProperties": false}
	bridge.register_tool("teleport", "Puts the player at a place of the field, in pixels.", place, "write", teleport)
	bridge.register_resource("quest_log", "What has happened in this game.", "text/plain", quest_log)
	bridge.register_event("coin_taken", "The player took a coin: its name, and the number of coins.")


func _places() -> String:
	var places := PackedStringArray()
	for coin in $Coins.get_children():
		if not coin.is_queued_for_deletion():
			places.append("(%d, %d)" % [coin.position.x, coin.position.y])
	return "no place" if places.is_empty() else ", ".join(places)


func _show() -> void:
	if not is_inside_tree():
		return
	$UI/Status.text = "Coins: %d of %d   Caught: %d" % [coins, COINS, caught]
	$UI/Message.text = message


func _coin_on_taken(coin: Node) -> void:
	coins += 1
	message = "%s is taken. %s" % [coin.name, "The door can be opened." if missing() == 0 else "%d missing." % missing()]
	var bridge := _bridge()
	if bridge != null:
		bridge.emit_event("coin_taken", {"coin": str(coin.name), "coins": coins})


func _guard_on_body_entered(body: Node) -> void:
	if body == _player:
		caught += 1
		_player.call("restart")
		message = "The guard has caught you. Back to the start."


func _goal_on_body_entered(body: Node) -> void:
	if body == _player and not won:
		_player.set("is_held", true)
		_panel.show()
		$UI/Panel/NameField.grab_focus()
		message = "Enter your name and finish."


func _name_on_submitted(_text: String) -> void:
	_finish_on_pressed()


func _finish_on_pressed() -> void:
	var entered: String = $UI/Panel/NameField.text.strip_edges()
	if entered.is_empty():
		message = "Enter a name first."
		return
	player_name = entered
	won = true
	_panel.hide()
	message = "%s has won." % entered
	won_game.emit(entered)
