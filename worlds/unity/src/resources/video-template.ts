import { type Template, template } from '@worldwire/server';
import type { VideoFolder } from '../pictures/video-folder.js';

/** The files of WatchScene with video. */
export function videoTemplate(videos: VideoFolder): Template {
  return template({
    uriTemplate: 'unity://videos/{name}',
    name: 'video',
    description: 'A video of WatchScene.',
    mimeType: 'video/mp4',
    complete: { name: async value => (await videos.list()).filter(name => name.startsWith(value)) },
    read: ({ name = '' }) => videos.read(name),
    checkWatch: async ({ name = '' }) => {
      await videos.read(name);
    },
  });
}
