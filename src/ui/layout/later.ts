import { type ComponentType, lazy } from 'react'

/** A component whose code comes when it is shown first, inside of a Suspense. */
export const later = <C extends ComponentType<never>>(load: () => Promise<C>): C =>
  // `lazy` draws whatever it is given, and forgets the type parameters of a component that has some.
  lazy(async () => ({ default: (await load()) as unknown as ComponentType })) as unknown as C
