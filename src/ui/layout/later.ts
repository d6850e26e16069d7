import { type ComponentType, lazy } from 'react'

/** `isBack`: loading failed because the browser was offline, and it is online again. */
type Instead = (
  cause: unknown,
  load: () => Promise<unknown>,
  isBack?: boolean,
) => ComponentType<never> | Promise<ComponentType<never>>

/** Creates the component shown if code cannot be loaded. Until a page sets it, the error is thrown. */
export const unloaded: { instead: Instead } = {
  instead: (cause) => {
    throw cause
  },
}

/** Lazily loaded component, to be rendered inside of Suspense. If loading fails, `unloaded.instead` replaces it. */
export const later = <C extends ComponentType<never>>(load: () => Promise<C>): C =>
  // The casts are needed because `lazy` loses the type parameters of generic components.
  lazy(async () => ({
    default: (await load().catch((cause) => unloaded.instead(cause, load))) as unknown as ComponentType,
  })) as unknown as C
