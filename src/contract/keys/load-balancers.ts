/**
 * Load balancers for getUnmanagedCertList of type loadbalancer. The reference has no operations to connect one; an
 * extension.
 */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { record, text } from '#contract/wire.ts'
import { existingName, extensionOf } from './extension.ts'
import { operation, rowsOf } from './result.ts'

const of = extensionOf('getUnmanagedCertList')

export const storeFolder = z
  .string()
  .check(z.maxLength(1000), z.regex(/^(\/[^/]+)+$/, 'must be the path of a folder, from the root'))

export const listLoadBalancers = endpoint({
  ...of('listLoadBalancers'),
  summary: 'Load balancers whose key stores are listed',
  method: 'GET',
  input: z.object({}),
  output: rowsOf(
    'listLoadBalancers',
    record({ ResourceName: text, userName: text, storePath: text, CreationTime: text }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.server'],
})

export const addLoadBalancer = endpoint({
  ...of('addLoadBalancer'),
  summary: 'Connect a load balancer: a user on an SSH resource and the folder of its key stores',
  target: ['ResourceName', 'storePath'],
  method: 'POST',
  input: z.object({ ResourceName: existingName, userName: existingName, storePath: storeFolder }),
  output: operation('addLoadBalancer'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.server', 'keys.certificate'],
  assumes: ['The folder is read once before it is saved; one folder per host', 'Its files are read and never changed'],
})

export const removeLoadBalancer = endpoint({
  ...of('removeLoadBalancer'),
  summary: 'Disconnect a load balancer; its files and imported certificates are kept',
  target: ['ResourceName'],
  method: 'POST',
  input: z.object({ ResourceName: existingName }),
  output: operation('removeLoadBalancer'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.server', 'keys.certificate'],
})

export const loadBalancerRows = { listLoadBalancers, addLoadBalancer, removeLoadBalancer }
