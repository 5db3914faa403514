// The user's decision about an approval request.

import type { ApprovalAction, ApprovalDecision } from '../api/approvalRequest.ts'
import type { ApprovalQueue } from './approvalQueue.ts'

/** Returns whether an action exports a secret, so that it requires the password. */
const exportsSecret = ({ kind }: ApprovalAction): boolean => kind === 'reveal' || kind === 'reveal transaction key'

/**
 * Decides a request. Approving one that exports a secret requires the password.
 * @param checkPassword throws if the password is wrong
 * @throws UnknownApprovalRequestError, and what `checkPassword` throws; the request waits on then
 */
export const decideRequest = async (
  approvals: Pick<ApprovalQueue, 'actionOf' | 'decide'>,
  { id, decision }: { readonly id: string; readonly decision: ApprovalDecision },
  checkPassword: () => Promise<void>,
): Promise<void> => {
  const isApproval = decision === 'once' || decision === 'session'
  if (isApproval && exportsSecret(approvals.actionOf(id))) await checkPassword()
  approvals.decide(id, decision)
}
