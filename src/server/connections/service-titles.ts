import type { UpstreamService } from '#platform/upstream/connection.ts'

/** What people call the services, within a sentence. */
export const serviceTitles: Record<UpstreamService, string> = {
  desktop: 'desktop management',
  mdm: 'mobile device management',
  keys: 'key management',
  identity: 'the identity provider',
}
