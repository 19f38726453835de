import type { World } from '@worldwire/server';

export declare function clientWorld(): World;
