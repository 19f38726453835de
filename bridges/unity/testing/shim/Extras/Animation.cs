// Part of the shim.
using System;
using System.Collections;
using System.Collections.Generic;

namespace UnityEngine
{
    public enum WrapMode { Default = 0, Once = 1, Loop = 2, PingPong = 4, ClampForever = 8 }
    public enum AnimatorControllerParameterType { Float = 1, Int = 3, Bool = 4, Trigger = 9 }

    public sealed class Sprite : Object
    {
        public Rect rect { get; set; }
    }

    public class Motion : Object { }

    public sealed class AnimationClip : Motion
    {
        public float length { get; set; }
        public bool isLooping { get; set; }
        public WrapMode wrapMode { get; set; }
    }

    public class RuntimeAnimatorController : Object
    {
        public AnimationClip[] animationClips { get; set; }
    }

    public class AnimatorControllerParameter
    {
        public string name { get; set; }
        public AnimatorControllerParameterType type { get; set; }
        public int nameHash { get { return Animator.StringToHash(name); } }
    }

    public struct AnimatorClipInfo
    {
        public AnimationClip clip { get; internal set; }
        public float weight { get; internal set; }
    }

    public struct AnimatorStateInfo
    {
        internal string Name;
        public float normalizedTime { get; internal set; }
        public float length { get; internal set; }
        public float speed { get; internal set; }
        public bool loop { get; internal set; }
        public int shortNameHash { get { return Animator.StringToHash(Name); } }
        public int fullPathHash { get { return Animator.StringToHash("Base Layer." + Name); } }
        public bool IsName(string name) { return name == Name || name == "Base Layer." + Name; }
    }

    /// <summary>One layer. Each clip of the controller is a state.</summary>
    public class Animator : Behaviour
    {
        private readonly Dictionary<int, object> values = new Dictionary<int, object>();
        private AnimationClip current;
        private float since;

        public Animator() { speed = 1; parameters = new AnimatorControllerParameter[0]; }
        public RuntimeAnimatorController runtimeAnimatorController { get; set; }
        public AnimatorControllerParameter[] parameters { get; set; }
        public int parameterCount { get { return parameters.Length; } }
        public int layerCount { get { return runtimeAnimatorController == null ? 0 : 1; } }
        public float speed { get; set; }
        public bool isInitialized { get { return runtimeAnimatorController != null && isActiveAndEnabled; } }
        public string GetLayerName(int layerIndex) { return "Base Layer"; }
        public static int StringToHash(string name) { return name.GetHashCode(); }
        public void Play(string stateName)
        {
            current = Array.Find(runtimeAnimatorController.animationClips, each => each.name == stateName);
            since = Time.time;
        }
        public AnimatorStateInfo GetCurrentAnimatorStateInfo(int layerIndex)
        {
            var clip = Current;
            if (clip == null) return new AnimatorStateInfo { Name = "" };
            return new AnimatorStateInfo { Name = clip.name, length = clip.length, loop = clip.isLooping, speed = 1, normalizedTime = (Time.time - since) / clip.length };
        }
        public AnimatorClipInfo[] GetCurrentAnimatorClipInfo(int layerIndex)
        {
            return Current == null ? new AnimatorClipInfo[0] : new[] { new AnimatorClipInfo { clip = Current, weight = 1 } };
        }
        public bool GetBool(int id) { return Get(id) is bool && (bool)Get(id); }
        public float GetFloat(int id) { return Get(id) is float ? (float)Get(id) : 0; }
        public int GetInteger(int id) { return Get(id) is int ? (int)Get(id) : 0; }
        public bool GetBool(string name) { return GetBool(StringToHash(name)); }
        public float GetFloat(string name) { return GetFloat(StringToHash(name)); }
        public int GetInteger(string name) { return GetInteger(StringToHash(name)); }
        public void SetBool(string name, bool value) { values[StringToHash(name)] = value; }
        public void SetFloat(string name, float value) { values[StringToHash(name)] = value; }
        public void SetInteger(string name, int value) { values[StringToHash(name)] = value; }

        private AnimationClip Current
        {
            get
            {
                if (current == null && runtimeAnimatorController != null && runtimeAnimatorController.animationClips.Length > 0) current = runtimeAnimatorController.animationClips[0];
                return current;
            }
        }
        private object Get(int id) { object value; return values.TryGetValue(id, out value) ? value : null; }
    }

    public sealed class AnimationState
    {
        public string name { get; set; }
        public AnimationClip clip { get; internal set; }
        public float time { get; set; }
        public float length { get { return clip.length; } }
        public bool enabled { get; set; }
        public WrapMode wrapMode { get; set; }
    }

    /// <summary>The old component for animations.</summary>
    public sealed class Animation : Behaviour, IEnumerable
    {
        private readonly List<AnimationState> states = new List<AnimationState>();
        public AnimationClip clip { get; set; }
        public bool isPlaying { get { return states.Exists(each => each.enabled); } }
        public void AddClip(AnimationClip clip, string newName) { states.Add(new AnimationState { name = newName, clip = clip, wrapMode = clip.wrapMode }); }
        public bool IsPlaying(string name) { return states.Exists(each => each.name == name && each.enabled); }
        public bool Play(string animation)
        {
            foreach (var each in states) each.enabled = each.name == animation;
            return isPlaying;
        }
        public IEnumerator GetEnumerator() { return states.GetEnumerator(); }
    }
}
