// Part of the shim.
using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine.SceneManagement;
using Worldwire.Shim;

namespace UnityEngine
{
    public class Object
    {
        private static int lastInstance = -1000;
        internal static readonly List<WeakReference> All = new List<WeakReference>();
        private readonly int instance = lastInstance -= 2;
        internal bool destroyed;
        private string m_Name = "";

        public Object() { All.Add(new WeakReference(this)); }

        public virtual string name { get { return m_Name; } set { m_Name = value; } }
        public HideFlags hideFlags { get; set; }
        public override int GetHashCode() { return instance; }
        public override bool Equals(object other)
        {
            var that = other as Object;
            if (!ReferenceEquals(other, null) && !(other is Object)) return false;
            return Same(this, that);
        }
        private static bool Same(Object x, Object y)
        {
            var xNull = ReferenceEquals(x, null);
            var yNull = ReferenceEquals(y, null);
            if (xNull && yNull) return true;
            if (yNull) return x.destroyed;
            if (xNull) return y.destroyed;
            return ReferenceEquals(x, y);
        }
        public static bool operator ==(Object x, Object y) { return Same(x, y); }
        public static bool operator !=(Object x, Object y) { return !Same(x, y); }
        public static implicit operator bool(Object exists) { return !Same(exists, null); }
        public override string ToString() { return destroyed ? "null" : name + " (" + GetType().FullName + ")"; }

        public static void Destroy(Object obj) { if (obj != null) Loop.Doomed.Add(obj); }
        public static void DestroyImmediate(Object obj) { if (obj != null) obj.End(); }
        public static void DontDestroyOnLoad(Object target)
        {
            var found = target as GameObject ?? ((Component)target).gameObject;
            found.MoveTo(SceneManager.Kept);
        }
        public static T[] FindObjectsOfType<T>() where T : Object
        {
            return Resources.FindObjectsOfTypeAll(typeof(T)).Where(Active).Cast<T>().ToArray();
        }
        public static Object[] FindObjectsOfType(Type type) { return Resources.FindObjectsOfTypeAll(type).Where(Active).ToArray(); }
        public static T FindObjectOfType<T>() where T : Object { return FindObjectsOfType<T>().FirstOrDefault(); }
        private static bool Active(Object each)
        {
            var found = each as GameObject ?? (each is Component ? ((Component)each).gameObject : null);
            return found == null || (found.activeInHierarchy && found.scene.IsValid());
        }
        internal virtual void End() { destroyed = true; }
    }

    public enum SendMessageOptions { RequireReceiver, DontRequireReceiver }

    public class ScriptableObject : Object
    {
        public static ScriptableObject CreateInstance(Type type) { return (ScriptableObject)Activator.CreateInstance(type); }
        public static T CreateInstance<T>() where T : ScriptableObject { return (T)Activator.CreateInstance(typeof(T)); }
    }

    public sealed class Resources
    {
        public static Object[] FindObjectsOfTypeAll(Type type)
        {
            Object.All.RemoveAll(each => !each.IsAlive || ((Object)each.Target).destroyed);
            return Object.All.Select(each => each.Target as Object).Where(each => each != null && type.IsInstanceOfType(each)).ToArray();
        }
        public static T[] FindObjectsOfTypeAll<T>() where T : Object { return FindObjectsOfTypeAll(typeof(T)).Cast<T>().ToArray(); }
        public static Object Load(string path) { return null; }
    }

    public class Component : Object
    {
        internal GameObject owner;
        public GameObject gameObject { get { return owner; } }
        public Transform transform { get { return owner.transform; } }
        public string tag { get { return owner.tag; } set { owner.tag = value; } }
        public override string name { get { return ReferenceEquals(owner, null) ? "" : owner.name; } set { owner.name = value; } }
        public Component GetComponent(Type type) { return owner.GetComponent(type); }
        public T GetComponent<T>() { return owner.GetComponent<T>(); }
        public T[] GetComponents<T>() { return owner.GetComponents<T>(); }
        public T GetComponentInParent<T>() { return owner.GetComponentInParent<T>(); }
        public T[] GetComponentsInChildren<T>(bool includeInactive) { return owner.GetComponentsInChildren<T>(includeInactive); }
        public T[] GetComponentsInChildren<T>() { return owner.GetComponentsInChildren<T>(false); }
        public void SendMessage(string methodName, object value, SendMessageOptions options) { owner.SendMessage(methodName, value, options); }
        public bool CompareTag(string tag) { return owner.CompareTag(tag); }
        internal virtual void Attached() { }
        internal override void End()
        {
            if (destroyed) return;
            Loop.Send(this, "OnDisable");
            Loop.Send(this, "OnDestroy");
            base.End();
            owner.components.Remove(this);
        }
    }

    public class Behaviour : Component
    {
        internal bool on = true;
        public virtual bool enabled
        {
            get { return on; }
            set
            {
                if (on == value) return;
                on = value;
                if (owner.activeInHierarchy) Loop.Send(this, value ? "OnEnable" : "OnDisable");
            }
        }
        public bool isActiveAndEnabled { get { return on && !destroyed && owner.activeInHierarchy; } }
    }

    public class YieldInstruction { }
    public sealed class Coroutine : YieldInstruction { }
    public sealed class WaitForEndOfFrame : YieldInstruction { }

    public class MonoBehaviour : Behaviour
    {
        internal bool awake, started;
        public Coroutine StartCoroutine(System.Collections.IEnumerator routine)
        {
            Loop.Continue(routine);
            return new Coroutine();
        }
        public void Invoke(string methodName, float time) { Loop.Later(Time.time + time, () => Loop.Send(this, methodName)); }
    }

    public sealed class GameObject : Object
    {
        internal readonly List<Component> components = new List<Component>();
        internal Scene home;
        private bool self = true;
        private string m_Tag = "Untagged";

        public GameObject() : this("New Game Object") { }
        public GameObject(string name)
        {
            this.name = name;
            home = SceneManager.GetActiveScene();
            Attach(new Transform());
            SceneManager.RootsOf(home).Add(this);
        }
        public GameObject(string name, params Type[] components) : this(name)
        {
            foreach (var type in components) AddComponent(type);
        }

        public Transform transform { get { return (Transform)components[0]; } }
        public Scene scene { get { return home; } }
        public GameObject gameObject { get { return this; } }
        public int layer { get; set; }
        public bool isStatic { get; set; }
        public string tag { get { return m_Tag; } set { m_Tag = value; } }
        public bool CompareTag(string tag) { return m_Tag == tag; }
        public bool activeSelf { get { return self; } }
        public bool activeInHierarchy
        {
            get
            {
                if (destroyed) return false;
                for (var at = transform; at != null; at = at.parent) if (!at.owner.self) return false;
                return true;
            }
        }

        public void SetActive(bool value)
        {
            if (self == value) return;
            var before = Messengers().Where(each => each.isActiveAndEnabled).ToList();
            self = value;
            var after = Messengers().Where(each => each.isActiveAndEnabled).ToList();
            foreach (var each in before.Except(after)) Loop.Send(each, "OnDisable");
            foreach (var each in after.Except(before))
            {
                Wake(each);
                Loop.Send(each, "OnEnable");
            }
        }

        private IEnumerable<MonoBehaviour> Messengers() { return GetComponentsInChildren<MonoBehaviour>(true); }

        private static void Wake(MonoBehaviour script)
        {
            if (script == null || script.awake || !Application.isPlaying) return;
            script.awake = true;
            Loop.Send(script, "Awake");
        }

        public Component AddComponent(Type componentType)
        {
            if (componentType.IsAbstract || !typeof(Component).IsAssignableFrom(componentType)) return null;
            if (componentType.IsDefined(typeof(DisallowMultipleComponent), true) && GetComponent(componentType) != null)
            {
                Debug.LogWarning("Can't add component '" + componentType.Name + "' to " + name + " because such a component is already added to the game object!");
                return null;
            }
            foreach (RequireComponent needed in componentType.GetCustomAttributes(typeof(RequireComponent), true))
                if (needed.m_Type0 != null && GetComponent(needed.m_Type0) == null) AddComponent(needed.m_Type0);
            var component = (Component)Activator.CreateInstance(componentType);
            Attach(component);
            var script = component as MonoBehaviour;
            if (script != null && activeInHierarchy)
            {
                Wake(script);
                Loop.Send(script, "OnEnable");
            }
            return component;
        }
        public T AddComponent<T>() where T : Component { return (T)AddComponent(typeof(T)); }

        private void Attach(Component component)
        {
            component.owner = this;
            var place = component as Transform;
            // A RectTransform takes the place of the transform, with its parent and children.
            if (place != null && components.Count > 0)
            {
                place.TakeOver((Transform)components[0]);
                components[0].destroyed = true;
                components[0] = place;
            }
            else components.Add(component);
            component.Attached();
        }

        public Component GetComponent(Type type) { return components.FirstOrDefault(type.IsInstanceOfType); }
        public Component GetComponent(string type) { return components.FirstOrDefault(each => each.GetType().Name == type); }
        public T GetComponent<T>() { return components.OfType<T>().FirstOrDefault(); }
        public Component[] GetComponents(Type type) { return components.Where(type.IsInstanceOfType).ToArray(); }
        public T[] GetComponents<T>() { return components.OfType<T>().ToArray(); }
        public T GetComponentInParent<T>()
        {
            for (var at = transform; at != null; at = at.parent)
            {
                var found = at.owner.GetComponent<T>();
                if (found != null) return found;
            }
            return default(T);
        }
        public T GetComponentInChildren<T>() { return GetComponentsInChildren<T>(false).FirstOrDefault(); }
        public T[] GetComponentsInChildren<T>() { return GetComponentsInChildren<T>(false); }
        public T[] GetComponentsInChildren<T>(bool includeInactive)
        {
            return Below(this).Where(each => includeInactive || each.activeInHierarchy).SelectMany(each => each.GetComponents<T>()).ToArray();
        }
        internal static IEnumerable<GameObject> Below(GameObject top)
        {
            yield return top;
            foreach (var child in top.transform.Children.ToList()) foreach (var each in Below(child.owner)) yield return each;
        }

        public static GameObject Find(string name)
        {
            return Resources.FindObjectsOfTypeAll<GameObject>().FirstOrDefault(each => each.activeInHierarchy && each.name == name.TrimStart('/'));
        }

        public void SendMessage(string methodName, object value, SendMessageOptions options)
        {
            if (!activeInHierarchy) return;
            foreach (var each in components.ToList()) Loop.Send(each, methodName, value);
        }
        public void SendMessage(string methodName, SendMessageOptions options) { SendMessage(methodName, null, options); }

        internal void MoveTo(Scene scene)
        {
            if (transform.parent == null)
            {
                SceneManager.RootsOf(home).Remove(this);
                SceneManager.RootsOf(scene).Add(this);
            }
            foreach (var each in Below(this)) each.home = scene;
        }

        /// <summary>For undo: as if it were destroyed, and back.</summary>
        internal void ShimHide()
        {
            foreach (var each in Below(this).ToList()) each.ShimMark(true);
            transform.Detach();
        }
        internal void ShimShow()
        {
            ShimMark(false);
            if (transform.parent == null) SceneManager.RootsOf(home).Add(this);
            else transform.parent.Children.Add(transform);
            foreach (var each in Below(this).ToList()) each.ShimMark(false);
        }
        private void ShimMark(bool gone)
        {
            foreach (var each in components.Cast<Object>().Concat(new Object[] { this }))
            {
                if (each.destroyed && !gone) All.Add(new WeakReference(each));
                each.destroyed = gone;
            }
        }

        internal override void End()
        {
            if (destroyed) return;
            foreach (var child in transform.Children.ToList()) child.owner.End();
            foreach (var component in Enumerable.Reverse(components).ToList()) if (!(component is Transform)) component.End();
            transform.Detach();
            transform.destroyed = true;
            base.End();
        }
    }
}
