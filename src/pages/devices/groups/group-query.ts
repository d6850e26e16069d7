import type { Params } from 'react-router'
import { query } from '#api/query.ts'
import { getGroup } from '#contract/mdm/groups.ts'

export const groupIdIn = (params: Params) => params.id ?? ''
export const groupQuery = (group_id: string) => query(getGroup, { group_id })
