// Part of the shim.
using System.Collections;
using System.Collections.Generic;
using UnityEngine.SceneManagement;

namespace UnityEngine
{
    public class Transform : Component, IEnumerable
    {
        internal readonly List<Transform> Children = new List<Transform>();
        protected internal Transform above;
        protected internal Vector3 place;
        protected internal Quaternion turn = Quaternion.identity;
        protected internal Vector3 size = Vector3.one;

        protected internal Transform() { }

        internal void TakeOver(Transform other)
        {
            above = other.above;
            place = other.place;
            turn = other.turn;
            size = other.size;
            if (above != null) above.Children[above.Children.IndexOf(other)] = this;
            foreach (var child in other.Children)
            {
                child.above = this;
                Children.Add(child);
            }
        }

        public virtual Vector3 localPosition { get { return place; } set { place = value; hasChanged = true; } }
        public Quaternion localRotation { get { return turn; } set { turn = value; hasChanged = true; } }
        public Vector3 localScale { get { return size; } set { size = value; hasChanged = true; } }
        public bool hasChanged { get; set; }
        public Vector3 position
        {
            get { return above == null ? localPosition : above.TransformPoint(localPosition); }
            set { localPosition = above == null ? value : above.InverseTransformPoint(value); }
        }
        public Quaternion rotation
        {
            get { return above == null ? turn : above.rotation * turn; }
            set { localRotation = above == null ? value : Quaternion.Inverse(above.rotation) * value; }
        }
        public Vector3 eulerAngles { get { return rotation.eulerAngles; } set { rotation = Quaternion.Euler(value); } }
        public Vector3 localEulerAngles { get { return turn.eulerAngles; } set { localRotation = Quaternion.Euler(value); } }
        public Vector3 lossyScale { get { return above == null ? size : Vector3.Scale(above.lossyScale, size); } }
        public Vector3 forward { get { return rotation * Vector3.forward; } }
        public Vector3 up { get { return rotation * Vector3.up; } }
        public Vector3 right { get { return rotation * Vector3.right; } }

        public Vector3 TransformPoint(Vector3 point)
        {
            var moved = localPosition + turn * Vector3.Scale(size, point);
            return above == null ? moved : above.TransformPoint(moved);
        }
        public Vector3 InverseTransformPoint(Vector3 point)
        {
            var local = above == null ? point : above.InverseTransformPoint(point);
            var turned = Quaternion.Inverse(turn) * (local - localPosition);
            return new Vector3(Divide(turned.x, size.x), Divide(turned.y, size.y), Divide(turned.z, size.z));
        }
        private static float Divide(float value, float by) { return by == 0 ? 0 : value / by; }
        public Vector3 TransformDirection(Vector3 direction) { return rotation * direction; }
        public Vector3 InverseTransformDirection(Vector3 direction) { return Quaternion.Inverse(rotation) * direction; }
        public void Rotate(Vector3 eulers) { localRotation = turn * Quaternion.Euler(eulers); }
        public void Rotate(float x, float y, float z) { Rotate(new Vector3(x, y, z)); }
        public void Translate(Vector3 translation) { position += rotation * translation; }
        public void LookAt(Vector3 worldPosition) { rotation = Quaternion.LookRotation(worldPosition - position); }

        public Transform parent { get { return above; } set { SetParent(value); } }
        public Transform root { get { return above == null ? this : above.root; } }
        public int childCount { get { return Children.Count; } }
        public Transform GetChild(int index) { return Children[index]; }
        public IEnumerator GetEnumerator() { return Children.GetEnumerator(); }
        public bool IsChildOf(Transform parent)
        {
            for (var at = this; at != null; at = at.above) if (at == parent) return true;
            return false;
        }
        public Transform Find(string n)
        {
            foreach (var child in Children) if (child.name == n) return child;
            return null;
        }
        public void SetParent(Transform p) { SetParent(p, true); }
        public void SetParent(Transform parent, bool worldPositionStays)
        {
            if (parent != null && parent.IsChildOf(this)) return;
            var at = position;
            var turned = rotation;
            Detach();
            above = parent;
            if (parent == null) SceneManager.RootsOf(owner.home).Add(owner);
            else
            {
                parent.Children.Add(this);
                foreach (var each in GameObject.Below(owner)) each.home = parent.owner.home;
            }
            if (!worldPositionStays) return;
            position = at;
            rotation = turned;
        }
        internal void Detach()
        {
            if (above == null) SceneManager.RootsOf(owner.home).Remove(owner);
            else above.Children.Remove(this);
        }
        public int GetSiblingIndex() { return above == null ? SceneManager.RootsOf(owner.home).IndexOf(owner) : above.Children.IndexOf(this); }
        public void SetSiblingIndex(int index)
        {
            if (above == null)
            {
                var roots = SceneManager.RootsOf(owner.home);
                roots.Remove(owner);
                roots.Insert(Mathf.Clamp(index, 0, roots.Count), owner);
                return;
            }
            above.Children.Remove(this);
            above.Children.Insert(Mathf.Clamp(index, 0, above.Children.Count), this);
        }
        public void SetAsLastSibling() { SetSiblingIndex(int.MaxValue); }
    }
}
