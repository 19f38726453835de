// Part of the shim.
using System;
using Worldwire.Shim;

namespace UnityEngine
{
    public sealed class RectTransform : Transform
    {
        public RectTransform()
        {
            anchorMin = anchorMax = pivot = new Vector2(0.5f, 0.5f);
            sizeDelta = new Vector2(100, 100);
        }

        public Vector2 anchorMin { get; set; }
        public Vector2 anchorMax { get; set; }
        public Vector2 pivot { get; set; }
        public Vector2 sizeDelta { get; set; }
        public Vector2 anchoredPosition { get; set; }
        public Vector2 offsetMin { get { return anchoredPosition - sizeDelta * pivot; } }
        public Vector2 offsetMax { get { return anchoredPosition + sizeDelta * (Vector2.one - pivot); } }
        public Rect rect
        {
            get
            {
                var size = Size();
                return new Rect(-pivot.x * size.x, -pivot.y * size.y, size.x, size.y);
            }
        }
        /// <summary>Lower left, upper left, upper right, lower right.</summary>
        public void GetWorldCorners(Vector3[] fourCornersArray)
        {
            var box = rect;
            fourCornersArray[0] = TransformPoint(new Vector3(box.xMin, box.yMin));
            fourCornersArray[1] = TransformPoint(new Vector3(box.xMin, box.yMax));
            fourCornersArray[2] = TransformPoint(new Vector3(box.xMax, box.yMax));
            fourCornersArray[3] = TransformPoint(new Vector3(box.xMax, box.yMin));
        }

        public override Vector3 localPosition
        {
            get
            {
                if (IsScreen) return new Vector3(Screen.width / 2f, Screen.height / 2f, 0);
                var at = Parent == null ? anchoredPosition : Anchor(Parent) + anchoredPosition;
                return new Vector3(at.x, at.y, place.z);
            }
            set
            {
                place = value;
                hasChanged = true;
                anchoredPosition = new Vector2(value.x, value.y) - (Parent == null ? Vector2.zero : Anchor(Parent));
            }
        }

        private RectTransform Parent { get { return above as RectTransform; } }

        private bool IsScreen
        {
            get
            {
                if (above != null) return false;
                var canvas = owner.GetComponent<Canvas>();
                return canvas != null && canvas.renderMode == RenderMode.ScreenSpaceOverlay;
            }
        }
        private Vector2 Size()
        {
            if (IsScreen) return new Vector2(Screen.width, Screen.height);
            return Parent == null ? sizeDelta : sizeDelta + Parent.Size() * (anchorMax - anchorMin);
        }
        private Vector2 Anchor(RectTransform above)
        {
            var box = above.rect;
            return box.min + box.size * (anchorMin + (anchorMax - anchorMin) * pivot);
        }
    }

    public enum RenderMode { ScreenSpaceOverlay, ScreenSpaceCamera, WorldSpace }

    [RequireComponent(typeof(RectTransform))]
    public sealed class Canvas : Behaviour
    {
        public RenderMode renderMode { get; set; }
        public Camera worldCamera { get; set; }
        public int sortingOrder { get; set; }
        public int targetDisplay { get; set; }
        public float scaleFactor { get { return 1; } }
        public bool isRootCanvas { get { return rootCanvas == this; } }
        public Canvas rootCanvas
        {
            get
            {
                var found = this;
                for (var each = transform.parent; each != null; each = each.parent) if (each.GetComponent<Canvas>() != null) found = each.GetComponent<Canvas>();
                return found;
            }
        }
        public static void ForceUpdateCanvases() { }
    }

    public sealed class CanvasGroup : Behaviour
    {
        public CanvasGroup() { alpha = 1; interactable = blocksRaycasts = true; }
        public float alpha { get; set; }
        public bool interactable { get; set; }
        public bool blocksRaycasts { get; set; }
        public bool ignoreParentGroups { get; set; }
    }

    public sealed class CanvasRenderer : Component
    {
        public bool cull { get; set; }
        private float m_Alpha = 1;
        public void SetAlpha(float alpha) { m_Alpha = alpha; }
        public float GetAlpha() { return m_Alpha; }
    }

    public static class RectTransformUtility
    {
        public static bool RectangleContainsScreenPoint(RectTransform rect, Vector2 screenPoint) { return RectangleContainsScreenPoint(rect, screenPoint, null); }
        public static bool RectangleContainsScreenPoint(RectTransform rect, Vector2 screenPoint, Camera cam)
        {
            var at = rect.InverseTransformPoint(screenPoint);
            return rect.rect.Contains(at);
        }
        public static Vector2 WorldToScreenPoint(Camera cam, Vector3 worldPoint) { return cam == null ? (Vector2)worldPoint : (Vector2)cam.WorldToScreenPoint(worldPoint); }
    }
}
