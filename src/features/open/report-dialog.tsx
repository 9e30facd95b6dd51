import { formatCount } from '../../core/format';
import { plural } from '../../state/opened-text';
import { useApp, useShell } from '../../state/react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { formatTitle } from './format-title';
import { placeOf } from './report-text';
import './open-dialog.css';

/** What was read of the last opened source, and everything that was read differently or not at all. */
export const ReportDialog = () => {
  const { shell } = useApp();
  const report = useShell((s) => s.report);
  const close = () => shell.setState({ dialog: null });
  return (
    <Dialog
      open
      title="Import report"
      onClose={close}
      footer={
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      }
    >
      {report ? (
        <>
          <dl className="report">
            <div>
              <dt>Source</dt>
              <dd>{report.source}</dd>
            </div>
            <div>
              <dt>Read as</dt>
              <dd>{formatTitle(report.format)}</dd>
            </div>
            <div>
              <dt>Opened</dt>
              <dd>{plural(report.messages, 'message')}</dd>
            </div>
            {report.otherConversations > 0 && (
              <div>
                <dt>Not opened</dt>
                <dd>
                  {plural(report.otherConversations, 'other conversation')} of this file; the first was opened
                </dd>
              </div>
            )}
          </dl>
          {report.warnings.length === 0 ? (
            <p className="open__note">Everything in it was read as it stands.</p>
          ) : (
            <table className="report-table">
              <caption className="visually-hidden">What was read differently or not at all</caption>
              <thead>
                <tr>
                  <th scope="col">Count</th>
                  <th scope="col">What</th>
                  <th scope="col">Where</th>
                </tr>
              </thead>
              <tbody>
                {report.warnings.map((warning) => (
                  <tr key={`${warning.code} ${warning.message}`}>
                    <td>{formatCount(warning.count ?? 1)}</td>
                    <td>
                      {warning.message}
                      <code>{warning.code}</code>
                    </td>
                    <td>{placeOf(warning)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      ) : (
        <p className="open__note">Nothing was imported yet.</p>
      )}
    </Dialog>
  );
};
