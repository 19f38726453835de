using System.Linq;
using UnityEngine;

namespace Worldwire
{
    /// <summary>The camera that the player looks through.</summary>
    internal static class ViewCamera
    {
        /// <summary>The freecam while it is on, or else the camera of the game. Null if there is none.</summary>
        public static Camera Current
        {
            get { return FreeCamera.Active != null ? FreeCamera.Active : OfGame; }
        }

        /// <summary>The main camera, or else the enabled camera that is drawn last.</summary>
        public static Camera OfGame
        {
            get
            {
                var main = Camera.main;
                if (main != null) return main;
                return Camera.allCameras
                    .Where(each => each.targetTexture == null && each.GetComponent<FreeCamera>() == null)
                    .OrderByDescending(each => each.depth)
                    .FirstOrDefault();
            }
        }
    }

    /// <summary>A camera of the bridge that is drawn over the camera of the game.</summary>
    [AddComponentMenu("")]
    internal sealed class FreeCamera : MonoBehaviour
    {
        public const float MinSpeed = 0.1f;
        public const float MaxSpeed = 1000;
        private const float DefaultSpeed = 10;
        private const float OverGame = 100;
        private static FreeCamera current;
        private static float speed = DefaultSpeed;
        private static Vector3? position;
        private static Vector3 rotation;

        public static Camera Active
        {
            get { return current == null ? null : current.GetComponent<Camera>(); }
        }

        public static void SetSpeed(float value)
        {
            speed = Mathf.Clamp(value, MinSpeed, MaxSpeed);
        }

        public static void SetPose(Vector3? newPosition, Vector3? newRotation)
        {
            Begin();
            position = newPosition ?? position;
            rotation = newRotation ?? rotation;
            Apply();
        }

        public static void SetEnabled(bool enabled)
        {
            Begin();
            if (enabled == (current != null)) return;
            if (!enabled)
            {
                // The next call must not see it any more.
                DestroyImmediate(current.gameObject);
                current = null;
                return;
            }
            var game = ViewCamera.OfGame;
            var holder = new GameObject("Worldwire Freecam") { hideFlags = HideFlags.HideAndDontSave };
            var camera = holder.AddComponent<Camera>();
            if (game != null)
            {
                camera.CopyFrom(game);
                camera.depth = game.depth + OverGame;
            }
            camera.targetTexture = null;
            current = holder.AddComponent<FreeCamera>();
            Apply();
        }

        /// <summary>Before it was moved, it is where the camera of the game is.</summary>
        private static void Begin()
        {
            var game = ViewCamera.OfGame;
            if (position != null || game == null) return;
            position = game.transform.position;
            rotation = game.transform.eulerAngles;
        }

        private static void Apply()
        {
            if (current == null) return;
            current.transform.position = position ?? Vector3.zero;
            current.transform.rotation = Quaternion.Euler(rotation);
        }

        public static JsonObject Info()
        {
            var game = ViewCamera.OfGame;
            var place = position ?? (game == null ? Vector3.zero : game.transform.position);
            var angles = position != null || game == null ? rotation : game.transform.eulerAngles;
            return new JsonObject
            {
                { "enabled", current != null }, { "usingGameCamera", false }, { "speed", speed },
                { "position", ObjectInfo.Vector(place) }, { "rotation", ObjectInfo.Vector(angles) },
            };
        }
    }
}
