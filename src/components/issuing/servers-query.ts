import { queryIfOffered } from '#api/query.ts'
import type { Output } from '#contract/endpoint.ts'
import { listServers } from '#contract/keys/servers.ts'

export const serversQuery = queryIfOffered(listServers, {})
export type Server = Output<typeof listServers>['rows'][number]
