using System;
using UnityEngine;

namespace Worldwire
{
    /// <summary>Elements of the interface in pixels of the screen, from the upper left corner.</summary>
    internal static class Interface
    {
        private const float MinAlpha = 0.004f;

        /// <summary>The camera that draws a canvas; null for an overlay.</summary>
        public static Camera CameraOf(Canvas canvas)
        {
            var root = canvas.rootCanvas;
            return root.renderMode == RenderMode.ScreenSpaceOverlay ? null : root.worldCamera != null ? root.worldCamera : ViewCamera.Current;
        }

        public static Canvas CanvasOf(GameObject target)
        {
            for (var at = target.transform; at != null; at = at.parent)
            {
                var canvas = at.GetComponent<Canvas>();
                if (canvas != null) return canvas;
            }
            return null;
        }

        public static Bounds BoxOf(RectTransform rect)
        {
            var canvas = CanvasOf(rect.gameObject);
            var camera = canvas == null ? null : CameraOf(canvas);
            var corners = new Vector3[4];
            rect.GetWorldCorners(corners);
            var box = new Bounds(PixelOf(corners[0], camera), Vector3.zero);
            foreach (var corner in corners) box.Encapsulate(PixelOf(corner, camera));
            return box;
        }

        private static Vector3 PixelOf(Vector3 corner, Camera camera)
        {
            var at = camera == null ? corner : camera.WorldToScreenPoint(corner);
            return new Vector3(at.x, Screen.height - at.y, 0);
        }

        /// <summary>The first reason why an element is not drawn; null if it is.</summary>
        public static T IsDrawn<T>(GameObject target, Func<string, string, GameObject, T> hidden) where T : class
        {
            var canvas = CanvasOf(target);
            if (canvas == null) return hidden("no-canvas", "it is not below a canvas", null);
            if (!canvas.enabled) return hidden("renderer-disabled", "its canvas " + ObjectInfo.PathOf(canvas.gameObject) + " is not enabled", canvas.gameObject);
            var box = BoxOf((RectTransform)target.transform);
            if (box.size.x <= 0 || box.size.y <= 0) return hidden("zero-scale", "it has no area", null);
            if (target.GetComponent<CanvasRenderer>().GetAlpha() < MinAlpha) return hidden("transparent", "the alpha of its CanvasRenderer is 0", null);
            for (var at = target.transform; at != null; at = at.parent)
            {
                var group = at.GetComponent<CanvasGroup>();
                if (group == null) continue;
                if (group.alpha < MinAlpha)
                    return hidden("transparent", "the alpha of the group " + ObjectInfo.PathOf(at.gameObject) + " is 0", at == target.transform ? null : at.gameObject);
                if (group.ignoreParentGroups) break;
            }
            var outside = box.max.x <= 0 || box.max.y <= 0 || box.min.x >= Screen.width || box.min.y >= Screen.height;
            return outside ? hidden("outside-view", "it is outside of the picture", null) : null;
        }
    }
}
