using System;
using System.Collections.Generic;
using UnityEngine;

namespace Worldwire
{
    /// <summary>
    /// The bridge of this process: a link to the server, operations, and a queue of calls that the main thread answers. All members except
    /// Notify are for the main thread.
    /// </summary>
    internal sealed class BridgeHost
    {
        private readonly List<Func<bool>> waiting = new List<Func<bool>>();
        private readonly CallQueue queue;
        private readonly Link link;
        private readonly Liveness liveness;
        private readonly LogWatch log;
        private readonly Settings settings;
        private readonly string instance;
        private readonly string project = Application.productName;
        private readonly string version = Application.unityVersion;
        private volatile bool lost;
        private string lastReason;

        /// <summary>The bridge that runs; null if none does.</summary>
        public static BridgeHost Current { get; private set; }

        public readonly OperationTable Operations = new OperationTable();
        public readonly ObjectIds Ids = new ObjectIds();
        public readonly SceneIds Scenes = new SceneIds();
        public readonly Values Values;
        public readonly ValueParser Parser;
        /// <summary>"game" or "editor".</summary>
        public readonly string Role;
        /// <summary>The link was lost. Input that is held is released then.</summary>
        public event Action LinkLost;
        /// <summary>The server has accepted the greeting.</summary>
        public event Action Linked;
        private volatile bool linked;

        private BridgeHost(string role, string instance)
        {
            Role = role;
            this.instance = instance;
            Values = new Values(Ids);
            Parser = new ValueParser(Ids);
            settings = Settings.Read();
            link = new Link(settings.Host, settings.Port, Greeting);
            queue = new CallQueue(Operations, link.Send);
            liveness = new Liveness(state => Notify("engine.state", state));
            log = new LogWatch(this);
            link.Received += queue.Receive;
            link.Opened += OnOpened;
            link.Closed += OnClosed;
        }

        /// <summary>Starts the bridge. A process that was linked before gives its instance and first id, so that its ids stay valid.</summary>
        public static BridgeHost Start(string role, string instance = null, long firstId = 0)
        {
            if (Current != null) return Current;
            var host = new BridgeHost(role, instance ?? Guid.NewGuid().ToString("N"));
            Current = host;
            host.Ids.FirstId = firstId;
            host.AddOperations();
            host.log.Start();
            host.link.Start();
            host.liveness.Start();
            return host;
        }

        /// <summary>The editor stops the game: what is held is released, as if the link were lost.</summary>
        public void EndGame()
        {
            if (LinkLost != null) LinkLost();
        }

        /// <summary>Whether calls wait for an answer. From any thread.</summary>
        public bool HasWork
        {
            get { return !queue.IsEmpty || waiting.Count > 0; }
        }

        public string Instance
        {
            get { return instance; }
        }

        public bool IsLinked
        {
            get { return link.IsOpen; }
        }

        public string Address
        {
            get { return link.Address; }
        }

        /// <summary>Ends the bridge. The reason is sent first, such as "reloading: scripts were compiled".</summary>
        public void Stop(string reason = null)
        {
            if (Current == this) Current = null;
            if (reason != null) Notify("engine.state", new JsonObject { { "status", "loading" }, { "reason", reason } });
            log.Stop();
            liveness.Stop();
            if (LinkLost != null) LinkLost();
            link.Stop();
        }

        private void AddOperations()
        {
            EngineOperations.Add(this);
            SceneOperations.Add(this);
            ObjectOperations.Add(this);
            ComponentOperations.Add(this);
            MemberOperations.Add(this);
            ViewOperations.Add(this);
            PickOperations.Add(this);
            TimeOperations.Add(this);
            PhysicsOperations.Add(this);
            AnimationOperations.Add(this);
            SignalOperations.Add(this);
            InputOperations.Add(this);
            ProfileOperations.Add(this);
            Offers.Add(this);
            HookOperations.Add(this);
            CellOperations.Add(this);
            Extensions.AddOperations(this);
        }

        /// <summary>Sends a notification. From any thread.</summary>
        public void Notify(string method, JsonObject fields)
        {
            link.Send(JsonWriter.Write(new JsonObject { { "jsonrpc", "2.0" }, { "method", method }, { "params", fields } }));
        }

        /// <summary>Sends an event of the port.</summary>
        public void Tell(JsonObject fields)
        {
            Notify("engine.event", fields);
        }

        /// <summary>Calls a function at the end of every frame until it returns true.</summary>
        public void EachFrame(Func<bool> step)
        {
            waiting.Add(step);
        }

        /// <summary>Leaves the calls that still wait to the next frame, when destroyed objects are gone.</summary>
        public void EndQueue()
        {
            queue.Pause();
        }

        /// <summary>Answers calls. Once in every frame.</summary>
        public void Update()
        {
            liveness.Frame();
            if (linked)
            {
                linked = false;
                Debug.Log("worldwire: linked to " + link.Address);
                lastReason = null;
                if (Linked != null) Linked();
            }
            if (lost)
            {
                lost = false;
                if (LinkLost != null) LinkLost();
            }
            Ids.Sweep(this);
            queue.Run();
        }

        /// <summary>At the end of every frame, after all scripts.</summary>
        public void LateUpdate()
        {
            for (var at = 0; at < waiting.Count;)
            {
                var step = waiting[at];
                bool done;
                try
                {
                    done = step();
                }
                catch (Exception thrown)
                {
                    Debug.LogException(thrown);
                    done = true;
                }
                if (done) waiting.Remove(step);
                else at++;
            }
        }

        private JsonObject Greeting()
        {
            var capabilities = new JsonList();
            foreach (var name in Operations.Names) capabilities.Add(name);
            foreach (var name in Operations.Features) capabilities.Add(name);
            var engine = new JsonObject
            {
                { "name", "Unity" }, { "version", version }, { "project", string.IsNullOrEmpty(project) ? "Unity" : project },
                { "instance", instance }, { "role", Role }, { "capabilities", capabilities },
            };
            if (Ids.FirstId > 0) engine["firstId"] = Ids.FirstId;
            return new JsonObject { { "role", "engine" }, { "engine", engine } }.With("token", settings.Token);
        }

        private void OnOpened(long firstId)
        {
            if (Ids.FirstId == 0) Ids.FirstId = firstId;
            liveness.Repeat();
            linked = true;
        }

        private void OnClosed(string reason)
        {
            lost = true;
            if (reason == lastReason) return;
            lastReason = reason;
            Debug.Log("worldwire: not linked to " + link.Address + ": " + reason);
        }
    }
}
