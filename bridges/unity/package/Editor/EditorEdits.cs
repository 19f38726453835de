using System;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Worldwire.Editor
{
    /// <summary>Changes that a person can undo in the editor. All changes of one operation are one step, named "Worldwire: …".</summary>
    internal sealed class EditorEdits : Edits
    {
        private string operation = "";
        private int group = -1;

        public override void Begin(string name)
        {
            if (group >= 0) Undo.CollapseUndoOperations(group);
            group = -1;
            operation = name;
        }

        public override void Changing(Object target)
        {
            if (Application.isPlaying) return;
            Step(target);
            Undo.RecordObject(target, Undo.GetCurrentGroupName());
        }

        public override void Changed(Object target)
        {
            if (Application.isPlaying || target == null) return;
            EditorUtility.SetDirty(target);
            if (PrefabUtility.IsPartOfPrefabInstance(target)) PrefabUtility.RecordPrefabInstancePropertyModifications(target);
            Undo.FlushUndoRecordObjects();
        }

        public override void Created(GameObject made)
        {
            if (Application.isPlaying) return;
            Step(made);
            Undo.RegisterCreatedObjectUndo(made, Undo.GetCurrentGroupName());
        }

        public override Component AddComponent(GameObject target, Type type)
        {
            if (Application.isPlaying) return base.AddComponent(target, type);
            Step(target);
            return Undo.AddComponent(target, type);
        }

        public override void SetParent(Transform target, Transform parent)
        {
            if (Application.isPlaying)
            {
                base.SetParent(target, parent);
                return;
            }
            Step(target);
            Undo.SetTransformParent(target, parent, Undo.GetCurrentGroupName());
        }

        public override void DestroyNow(Object target)
        {
            if (Application.isPlaying)
            {
                base.DestroyNow(target);
                return;
            }
            Step(target);
            Undo.DestroyObjectImmediate(target);
        }

        /// <summary>The first change of an operation begins its step.</summary>
        private void Step(Object target)
        {
            if (group >= 0) return;
            Undo.IncrementCurrentGroup();
            Undo.SetCurrentGroupName("Worldwire: " + operation + " " + target.name);
            group = Undo.GetCurrentGroup();
        }
    }
}
