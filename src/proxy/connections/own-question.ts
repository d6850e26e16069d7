import { getServerProperties } from '#contract/desktop/server.ts'
import type { Input, Endpoint } from '#contract/endpoint.ts'
import { getCertificate } from '#contract/keys/certificates.ts'
import { listDevices } from '#contract/mdm/devices.ts'
import type { UpstreamService } from '#platform/upstream/upstream.ts'

type Question = { endpoint: Endpoint; input: Input<Endpoint> }
const question = <R extends Endpoint>(endpoint: R, input: Input<R>): Question => ({ endpoint, input })

/** What shows whether a server takes a credential: it changes nothing, and reveals nothing. */
export const ownQuestion: Partial<Record<UpstreamService, Question>> = {
  desktop: question(getServerProperties, {}),
  mdm: question(listDevices, { limit: 1 }),
  // a name that no certificate has.
  keys: question(getCertificate, { common_name: 'triptych.key-check.invalid', serial_number: '0' }),
}
