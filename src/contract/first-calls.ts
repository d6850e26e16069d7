import { consolePath } from './console-path.ts'
import { findCertificates } from './console/certificate-list.ts'
import { findRequests } from './console/request-list.ts'
import { findSshKeys } from './console/ssh-key-list.ts'
import { listComputers } from './desktop/som.ts'
import type { Endpoint, Input } from './endpoint.ts'
import { toWireInput } from './http/http.ts'
import { stringifyJson } from './json.ts'
import { firstDevices, listDevices, oneDevice } from './mdm/device-list.ts'
import { addressOf, currentSession } from './session.ts'

/** `key` is what `index.html` calls it: row id and body. */
type FirstCall = { key: string; address: string; body: string }

function callOf<E extends Endpoint>(endpoint: E, input: Input<E>): FirstCall {
  const body = stringifyJson(toWireInput(endpoint, input))
  return { key: `${endpoint.id} ${body}`, address: addressOf(endpoint), body }
}

const ofEveryPage = callOf(currentSession, {})
const ofPages: Readonly<Record<string, readonly FirstCall[]>> = {
  [consolePath.devices]: [callOf(listDevices, firstDevices), callOf(listDevices, oneDevice)],
  [consolePath.desktops]: [callOf(listComputers, { page: 0, pagelimit: 50 })],
  [consolePath.certificates]: [callOf(findCertificates, { offset: 0, limit: 100 })],
  [consolePath.requests]: [callOf(findRequests, { offset: 0, limit: 100 })],
  [consolePath.sshKeys]: [callOf(findSshKeys, { offset: 0, limit: 100 })],
}

/** What a page asks first, in the very words of the browser; where its address has a query, its rows may be others. */
export const firstCalls = (path: string, search: string): readonly FirstCall[] => [
  ofEveryPage,
  ...((search === '' && ofPages[path]) || []),
]
