import type { ReactNode } from "react";
import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { SettingsTabs } from "./_components/settings-tabs.tsx";

/** The head that all settings share. */
export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader title="Settings">
        <SettingsTabs />
      </PageHeader>
      <PageBody>{children}</PageBody>
    </>
  );
}
