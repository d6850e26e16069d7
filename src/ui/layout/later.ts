import { type ComponentType, lazy } from 'react'

/** `isBack`: it was for want of a network, and by now there is one. */
type Instead = (
  cause: unknown,
  load: () => Promise<unknown>,
  isBack?: boolean,
) => ComponentType<never> | Promise<ComponentType<never>>

/** What stands where code that was wanted could not be loaded. Until somebody says what, the page fails. */
export const unloaded: { instead: Instead } = {
  instead: (cause) => {
    throw cause
  },
}

/** A component whose code comes when it is shown first, inside of a Suspense. */
export const later = <C extends ComponentType<never>>(load: () => Promise<C>): C =>
  // `lazy` draws whatever it is given, and forgets the type parameters of a component that has some.
  lazy(async () => ({
    default: (await load().catch((cause) => unloaded.instead(cause, load))) as unknown as ComponentType,
  })) as unknown as C
