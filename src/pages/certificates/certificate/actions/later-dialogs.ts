import { later } from '#ui/layout/later.ts'

const loadDelete = () => import('./DeleteDialog.tsx')
const loadDeploy = () => import('./DeployDialog.tsx')
const loadRevoke = () => import('./RevokeDialog.tsx')

/** Loaded after the page. */
export const DeleteDialog = later(async () => (await loadDelete()).DeleteDialog)
export const DeployDialog = later(async () => (await loadDeploy()).DeployDialog)
export const RevokeDialog = later(async () => (await loadRevoke()).RevokeDialog)

/** Preloads the dialogs. */
export const loadDialogs = () => Promise.all([loadDelete(), loadDeploy(), loadRevoke()])
