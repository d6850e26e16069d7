import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { identityPaths } from '#contract/identity/pages.ts'
import { getMetadata } from '#contract/identity/tokens.ts'

/** Address by which a request reached the identity provider: its issuer, and the base path of its pages. */
export type IdentityAddress = { issuer: string; base: string }
export type IdentityEnv = { Bindings: HttpBindings; Variables: { reachedAt: IdentityAddress } }
export type PageContext = Context<IdentityEnv>

export const addressOfIssuer = (issuer: string): IdentityAddress => {
  const { pathname } = new URL(issuer)
  return { issuer, base: pathname === '/' ? '' : pathname }
}

/** Paths of the pages. */
export const linksBelow = ({ base }: IdentityAddress) => ({
  index: base + identityPaths.index,
  developer: base + identityPaths.developer,
  signOut: base + identityPaths.signOut,
  metadata: base + getMetadata.path,
})
export type Links = ReturnType<typeof linksBelow>

export const linksIn = (context: PageContext) => linksBelow(context.var.reachedAt)
