import { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { AdminScreen } from '../engine/AdminScreen.tsx'
import { WordCell } from '../engine/cells/WordCell.tsx'
import { DayInput } from '../engine/fields/DayInput.tsx'
import { pickerOf } from '../engine/fields/PickerInput.tsx'
import { StatusInput } from '../engine/fields/StatusInput.tsx'
import { SwitchInput } from '../engine/fields/SwitchInput.tsx'
import type { RowOf } from '../engine/screen.ts'
import type { ScreenOf } from '../engine/screen-of.ts'
import { ApprovalCheck } from './ApprovalCheck.tsx'
import { ApprovalPageInput } from './ApprovalPageInput.tsx'
import { ApprovalRoleInput } from './ApprovalRoleInput.tsx'
import { rangeText } from './approval-role.ts'
import { ALL_PAGES, ScopeInput } from './limits/ScopeInput.tsx'
import { LAST_DAY, ValidityInput, validityText } from './limits/ValidityInput.tsx'
import { FindingsOfRow, withFindings } from './typed/in-forms.tsx'

const ProjectInput = pickerOf({ kind: 'applications' })
const ClientInput = pickerOf({ kind: 'clients' })
const RowInput = withFindings(StatusInput, FindingsOfRow)

const APPROVALS: ScreenOf<typeof documentApprovals, never, 'projectName' | 'clientName' | 'roleName' | 'pageName'> = {
  resource: documentApprovals,
  newLabel: 'New Document Approval',
  about: 'A document approval says which role acts on a page of an application, in which order and for which amounts.',
  dialogs: { create: 'New Document Approval', update: 'Update Approval Page' },
  saveLabel: 'Submit',
  searches: {
    projectName: 'Project Name',
    pageName: 'Page Name',
    clientName: 'Client',
    roleName: 'User Role',
    actionOfRole: 'Action Of Role',
    status: 'Status',
  },
  menuLabel: 'Action',
  columns: [
    { label: 'Project Name', sort: 'projectName', cell: (approval) => approval.projectName },
    { label: 'Page Name', isName: true, sort: 'pageName', cell: (approval) => <PageOf approval={approval} /> },
    { label: 'Client', isExtra: 'tablet', sort: 'clientName', cell: (approval) => <ClientOf approval={approval} /> },
    { label: 'User Role', sort: 'roleName', isWhole: true, cell: (approval) => approval.roleName },
    {
      label: 'Sequence',
      isExtra: 'tablet',
      isQuantity: true,
      sort: 'sequence',
      cell: ({ roleData }) => roleData[0]?.sequence,
    },
    {
      label: 'Action Of Role',
      sort: 'actionOfRole',
      isWhole: true,
      cell: ({ roleData: [role] }) => role?.actionOfRole && <WordCell word={role.actionOfRole} />,
    },
    { label: 'Range', isNumber: true, sort: 'range', cell: ({ roleData }) => roleData[0] && rangeText(roleData[0]) },
    { label: 'Valid', isExtra: true, cell: (approval) => <Validity approval={approval} /> },
    { label: 'Status', sort: 'status', cell: ({ status }) => <StatusBadge status={status} /> },
  ],
  filters: [
    {
      name: 'projectId',
      label: 'Project Name',
      records: 'applications',
      describe: (approval) => approval.projectName,
    },
    { name: 'clientId', label: 'Client', records: 'clients', describe: (approval) => approval.clientName },
  ],
  Actions: ApprovalCheck,
  nameOf: (approval) => `${approval.projectName}, ${approval.pageName}, ${approval.roleName}`,
  fields: [
    { name: 'projectId', label: 'Project Name', Input: ProjectInput, together: 'place' },
    { name: 'clientId', label: 'Client', Input: ClientInput, together: 'place' },
    { name: 'roleId', label: 'User Role', Input: ApprovalRoleInput, together: 'place' },
    { name: 'pageId', label: 'Page Name', Input: ApprovalPageInput, together: 'place' },
    { name: 'firstDay', label: 'First day', Input: ValidityInput },
    // Shown by the field before it.
    { name: LAST_DAY, label: 'Last day', Input: DayInput, onlyWith: { field: 'firstDay', values: [] } },
    { name: 'allClients', label: 'All clients', Input: ScopeInput },
    // Shown by the field before it.
    { name: ALL_PAGES, label: 'All pages', Input: SwitchInput, onlyWith: { field: 'allClients', values: [] } },
    { name: 'status', label: 'Status', Input: RowInput },
  ],
  toForm: (approval) => ({
    projectId: approval?.projectId ?? '',
    clientId: approval?.clientId ?? '',
    roleId: approval?.roleId ?? '',
    pageId: approval?.pageId ?? '',
    firstDay: approval?.firstDay ?? '',
    lastDay: approval?.lastDay ?? '',
    allClients: approval?.allClients ?? false,
    allPages: approval?.allPages ?? false,
    status: approval?.status ?? 'ACTIVE',
  }),
}

function Validity({ approval: { firstDay, lastDay } }: { approval: RowOf<typeof documentApprovals> }) {
  const { t, i18n } = useTranslation()
  return validityText(t, i18n.language, firstDay, lastDay)
}

function PageOf({ approval: { pageName, allPages } }: { approval: RowOf<typeof documentApprovals> }) {
  const { t } = useTranslation()
  return allPages ? t('All pages (from {{page}})', { page: pageName }) : pageName
}

function ClientOf({ approval: { clientName, allClients } }: { approval: RowOf<typeof documentApprovals> }) {
  const { t } = useTranslation()
  return allClients ? t('All clients (as for {{client}})', { client: clientName }) : clientName
}

export function DocumentApprovalsScreen() {
  return <AdminScreen screen={APPROVALS} />
}
