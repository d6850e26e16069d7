import type { ScopeType } from '#contract/identity/scopes.ts'

/** The scope that an endpoint of each area needs, by what it does. */
export const deviceManagement = (type: ScopeType) => ({ scopes: [`MDMDeviceMgmt.${type}`] }) as const
export const inventory = (type: ScopeType) => ({ scopes: [`MDMInventory.${type}`] }) as const
export const userArea = (type: ScopeType) => ({ scopes: [`MDMUser.${type}`] }) as const
