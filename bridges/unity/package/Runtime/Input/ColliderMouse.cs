using UnityEngine;

namespace Worldwire
{
    /// <summary>
    /// OnMouseDown and the other messages that Unity sends to colliders under the mouse. Unity takes them from the real mouse, so that the bridge
    /// sends them itself.
    /// </summary>
    internal sealed class ColliderMouse
    {
        private GameObject over;
        private GameObject pressed;

        /// <summary>The object with a collider that a camera shows at a place; null if there is none.</summary>
        public static GameObject TargetAt(Vector2 place)
        {
            var camera = Camera.main;
            if (camera == null) return null;
            RaycastHit hit;
            if (!Physics.Raycast(camera.ScreenPointToRay(place), out hit, camera.farClipPlane, camera.cullingMask & Physics.DefaultRaycastLayers)) return null;
            return hit.rigidbody != null ? hit.rigidbody.gameObject : hit.collider.gameObject;
        }

        public void Move(Vector2 place, bool covered)
        {
            var now = covered ? null : TargetAt(place);
            if (now == over) return;
            Send(over, "OnMouseExit");
            over = now;
            Send(over, "OnMouseEnter");
        }

        public void Press(Vector2 place, bool covered)
        {
            Move(place, covered);
            pressed = over;
            Send(pressed, "OnMouseDown");
        }

        public void Release(Vector2 place)
        {
            if (pressed != null && pressed == TargetAt(place)) Send(pressed, "OnMouseUpAsButton");
            Send(pressed, "OnMouseUp");
            pressed = null;
        }

        public void Frame()
        {
            Send(over, "OnMouseOver");
            Send(pressed, "OnMouseDrag");
        }

        private static void Send(GameObject target, string message)
        {
            if (target != null) target.SendMessage(message, SendMessageOptions.DontRequireReceiver);
        }
    }
}
