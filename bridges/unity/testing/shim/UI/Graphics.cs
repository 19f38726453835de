// Part of the shim.
using System;
using System.Collections.Generic;
using UnityEngine.EventSystems;
using Worldwire.Shim;

namespace UnityEngine.UI
{
    [RequireComponent(typeof(CanvasRenderer))]
    public abstract class Graphic : UIBehaviour
    {
        protected Graphic() { color = Color.white; raycastTarget = true; }
        public virtual Color color { get; set; }
        public virtual bool raycastTarget { get; set; }
        public int depth { get { return ShimFlatDraw.DepthOf(this); } }
        public Canvas canvas { get { return gameObject.GetComponentInParent<Canvas>(); } }
        public CanvasRenderer canvasRenderer { get { return GetComponent<CanvasRenderer>(); } }
        public RectTransform rectTransform { get { return transform as RectTransform; } }
    }

    public abstract class MaskableGraphic : Graphic { }

    public class Image : MaskableGraphic
    {
        public Sprite sprite { get; set; }
        public float fillAmount { get; set; }
    }

    public class RawImage : MaskableGraphic { public Texture texture { get; set; } }

    public class Text : MaskableGraphic
    {
        private string m_Text = "";
        public virtual string text { get { return m_Text; } set { m_Text = value ?? ""; } }
        public int fontSize { get; set; }
    }

    public class CanvasScaler : UIBehaviour { }

    public class GraphicRaycaster : BaseRaycaster
    {
        public override Camera eventCamera { get { var canvas = GetComponent<Canvas>(); return canvas.renderMode == RenderMode.ScreenSpaceOverlay ? null : canvas.worldCamera; } }
        public override int sortOrderPriority { get { var canvas = GetComponent<Canvas>(); return canvas.renderMode == RenderMode.ScreenSpaceOverlay ? canvas.sortingOrder : base.sortOrderPriority; } }
        public override void Raycast(PointerEventData eventData, List<RaycastResult> resultAppendList)
        {
            foreach (var each in GetComponentsInChildren<Graphic>())
            {
                if (!each.raycastTarget || !each.isActiveAndEnabled || Blocked(each.transform)) continue;
                if (each.canvas != GetComponent<Canvas>()) continue;
                if (!RectTransformUtility.RectangleContainsScreenPoint(each.rectTransform, eventData.position, eventCamera)) continue;
                resultAppendList.Add(new RaycastResult
                {
                    gameObject = each.gameObject, module = this, depth = each.depth, sortingOrder = GetComponent<Canvas>().sortingOrder, screenPosition = eventData.position
                });
            }
        }
        private static bool Blocked(Transform one)
        {
            for (var each = one; each != null; each = each.parent)
            {
                var group = each.GetComponent<CanvasGroup>();
                if (group == null) continue;
                if (!group.blocksRaycasts) return true;
                if (group.ignoreParentGroups) return false;
            }
            return false;
        }
    }

    /// <summary>Draws rectangles, so that pictures of the shim show controls.</summary>
    public static class ShimFlatDraw
    {
        public static int DepthOf(Graphic one)
        {
            if (one.canvas == null) return -1;
            return Array.IndexOf(one.canvas.GetComponentsInChildren<Graphic>(), one);
        }

        public static void Draw(Color32[] pixels, int width, int height)
        {
            var corners = new Vector3[4];
            foreach (var canvas in Object.FindObjectsOfType<Canvas>())
                foreach (var each in canvas.GetComponentsInChildren<Graphic>())
                {
                    if (!each.isActiveAndEnabled || each is Text || each.rectTransform == null) continue;
                    each.rectTransform.GetWorldCorners(corners);
                    for (var y = Math.Max(0, (int)corners[0].y); y < Math.Min(height, (int)corners[2].y); y++)
                        for (var x = Math.Max(0, (int)corners[0].x); x < Math.Min(width, (int)corners[2].x); x++) pixels[y * width + x] = each.color;
                }
        }
    }
}
