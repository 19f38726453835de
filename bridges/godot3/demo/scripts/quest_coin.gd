extends Area2D
class_name Coin

signal taken


func _ready() -> void:
	connect("body_entered", self, "_on_body_entered")


func _on_body_entered(body: Node) -> void:
	if body.name == "Player" and not is_queued_for_deletion():
		queue_free()
		emit_signal("taken")
