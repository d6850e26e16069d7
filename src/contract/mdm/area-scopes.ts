import type { ScopeType } from '#contract/identity/scopes.ts'

/** Scopes of endpoints by area and type of access. */
export const deviceManagement = (type: ScopeType) => ({ scopes: [`MDMDeviceMgmt.${type}`] }) as const
export const inventory = (type: ScopeType) => ({ scopes: [`MDMInventory.${type}`] }) as const
export const userArea = (type: ScopeType) => ({ scopes: [`MDMUser.${type}`] }) as const
