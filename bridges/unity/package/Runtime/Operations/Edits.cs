using System;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Worldwire
{
    /// <summary>Changes of objects by operations. The editor has its own, which can be undone there.</summary>
    internal class Edits
    {
        public static Edits Current = new Edits();

        /// <summary>An operation begins. What it changes is one step of undo.</summary>
        public virtual void Begin(string operation)
        {
        }

        /// <summary>Before members of an object or a component are written, or one of its methods is called.</summary>
        public virtual void Changing(Object target)
        {
        }

        /// <summary>After it.</summary>
        public virtual void Changed(Object target)
        {
        }

        public virtual void Created(GameObject made)
        {
        }

        public virtual Component AddComponent(GameObject target, Type type)
        {
            return target.AddComponent(type);
        }

        public virtual void SetParent(Transform target, Transform parent)
        {
            target.SetParent(parent, true);
        }

        /// <summary>At once. For objects of an editor that runs no game.</summary>
        public virtual void DestroyNow(Object target)
        {
            Object.DestroyImmediate(target);
        }
    }
}
