import type { ReactNode } from 'react'
import { useMay } from '#api/may.ts'
import type { Endpoint } from '#contract/endpoint.ts'

export type Called = Pick<Endpoint, 'permission'>

/** What only those see who may call an endpoint. */
export function ForPermitted({ endpoint, children }: { endpoint: Called; children: ReactNode }) {
  return useMay()(endpoint.permission) && children
}
