using System;
using System.Linq;
using UnityEngine;

namespace Worldwire
{
    internal static class AnimationOperations
    {
        public static void Add(BridgeHost host)
        {
            host.Operations.Add("animation.get", given => Get(host, given));
        }

        private static JsonObject Get(BridgeHost host, Params given)
        {
            var target = host.Ids.Find(given.Text("object"));
            var animator = target.GetComponent<Animator>();
            if (animator != null) return OfAnimator(animator);
            var animation = target.GetComponent<Animation>();
            if (animation != null) return OfAnimation(animation);
            throw Refusal.NotFound(
                ObjectInfo.PathOf(target) + " has no Animator and no Animation", "list the objects with the type Animator or Animation");
        }

        private static JsonObject OfAnimator(Animator animator)
        {
            var controller = animator.runtimeAnimatorController;
            var clips = controller == null ? new AnimationClip[0] : controller.animationClips;
            var info = new JsonObject
            {
                { "type", typeof(Animator).FullName },
                { "animations", JsonList.Of(clips.GroupBy(each => each.name).Select(each => Clip(each.Key, each.First().length, each.First().isLooping))) },
            };
            if (!animator.isInitialized) return info;
            var states = new JsonList();
            for (var layer = 0; layer < animator.layerCount; layer++)
            {
                var state = animator.GetCurrentAnimatorStateInfo(layer);
                states.Add(new JsonObject { { "machine", animator.GetLayerName(layer) }, { "state", NameOf(state, clips) } });
            }
            info["states"] = states;
            info["parameters"] = JsonList.Of(animator.parameters.Select(each => new JsonObject { { "name", each.name }, { "value", ValueOf(animator, each) } }));
            if (animator.layerCount == 0) return info;
            var playing = animator.GetCurrentAnimatorClipInfo(0);
            if (playing.Length == 0) return info;
            var now = animator.GetCurrentAnimatorStateInfo(0);
            var clip = playing.OrderByDescending(each => each.weight).First().clip;
            var cycle = now.loop ? now.normalizedTime - (float)Math.Floor(now.normalizedTime) : Mathf.Clamp01(now.normalizedTime);
            info["current"] = Current(clip.name, cycle * clip.length, animator.enabled && animator.speed != 0 && (now.loop || now.normalizedTime < 1));
            return info;
        }

        /// <summary>A player keeps only the hashes of the names. States have the name of their clip by default.</summary>
        private static string NameOf(AnimatorStateInfo state, AnimationClip[] clips)
        {
            foreach (var clip in clips) if (state.IsName(clip.name)) return clip.name;
            return "hash " + state.shortNameHash;
        }

        private static object ValueOf(Animator animator, AnimatorControllerParameter parameter)
        {
            switch (parameter.type)
            {
                case AnimatorControllerParameterType.Float: return animator.GetFloat(parameter.nameHash);
                case AnimatorControllerParameterType.Int: return animator.GetInteger(parameter.nameHash);
                default: return animator.GetBool(parameter.nameHash);
            }
        }

        private static JsonObject OfAnimation(Animation animation)
        {
            var info = new JsonObject { { "type", typeof(Animation).FullName } };
            var animations = new JsonList();
            foreach (AnimationState state in animation)
            {
                animations.Add(Clip(state.name, state.length, state.wrapMode == WrapMode.Loop || state.wrapMode == WrapMode.PingPong));
                if (animation.IsPlaying(state.name)) info["current"] = Current(state.name, state.time, true);
            }
            info["animations"] = animations;
            return info;
        }

        private static JsonObject Clip(string name, float length, bool loops)
        {
            return new JsonObject { { "name", name }, { "length", length }, { "loops", loops } };
        }

        private static JsonObject Current(string name, float position, bool playing)
        {
            return new JsonObject { { "name", name }, { "position", position }, { "playing", playing } };
        }
    }
}
