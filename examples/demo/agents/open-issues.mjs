/** The ids of open issues, as the summary lists them: `I8 blocker: …`, `I3 high: …`. */
export const openIssues = (summary) => [...summary.matchAll(/^(I\d[\d.]*) (blocker|high|medium|low)/gm)].map(([, id]) => id);
