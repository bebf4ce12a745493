"""The paper's tables and figures from any cleaned folder or build."""
