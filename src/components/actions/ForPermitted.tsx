import type { ReactNode } from 'react'
import { useMay } from '#api/may.ts'
import type { Endpoint } from '#contract/endpoint.ts'

export type Called = Pick<Endpoint, 'permission'>

/** Renders its children only for users with the permission of the endpoint. */
export function ForPermitted({ endpoint, children }: { endpoint: Called; children: ReactNode }) {
  return useMay()(endpoint.permission) && children
}
